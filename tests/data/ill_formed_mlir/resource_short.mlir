{-#
  dialect_resources: {
    builtin: {
      a: "0x01"
    }
  }
#-}
