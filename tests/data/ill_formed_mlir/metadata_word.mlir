{-#
  resources: {}
#-}
