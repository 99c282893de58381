"builtin.module"() ({
  "foo.op"() <#builtin<properties "0x03">> : () -> ()
  "foo.op"() {a = #foo.list<#foo<bytecode "0x05">>} : () -> ()
}) : () -> ()
