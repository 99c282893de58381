{-#
  dialect_resources: {
    builtin: {
      a: "0x0300000001"
    }
  }
#-}
