"test.op"() : () -> ()

{-#
  dialect_resources: {
    foo: {
      key: "0x0400000011"
    },
    builtin: {
      "0x": "\30xAB"
    }
  }
#-}
