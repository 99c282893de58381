#access_group = #llvm.access_group<id = distinct[0]<>>
#access_group1 = #llvm.access_group<id = distinct[1]<>>
#alias_scope_domain = #llvm.alias_scope_domain<id = distinct[2]<>, description = "The domain">
#alias_scope_domain1 = #llvm.alias_scope_domain<id = distinct[3]<>, description = "The domain">
#alias_scope_domain2 = #llvm.alias_scope_domain<id = distinct[4]<>, description = "The domain">
#alias_scope_domain3 = #llvm.alias_scope_domain<id = distinct[5]<>>
#di_null_type = #llvm.di_null_type
#loop_annotation = #llvm.loop_annotation<disableNonforced = true>
#loop_interleave = #llvm.loop_interleave<count = 2 : i32>
#loop_licm = #llvm.loop_licm<disable = false, versioningDisable = true>
#loop_peeled = #llvm.loop_peeled<count = 7 : i32>
#loop_pipeline = #llvm.loop_pipeline<disable = false, initiationinterval = 1 : i32>
#loop_unswitch = #llvm.loop_unswitch<partialDisable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#tbaa_root1 = #llvm.tbaa_root
#alias_scope = #llvm.alias_scope<id = distinct[6]<>, domain = #alias_scope_domain, description = "s1">
#alias_scope1 = #llvm.alias_scope<id = distinct[7]<>, domain = #alias_scope_domain1>
#loop_distribute = #llvm.loop_distribute<disable = false, followupCoincident = #loop_annotation, followupSequential = #loop_annotation, followupFallback = #loop_annotation, followupAll = #loop_annotation>
#loop_unroll = #llvm.loop_unroll<disable = true, count = 4 : i32, runtimeDisable = true, full = false, followupUnrolled = #loop_annotation, followupRemainder = #loop_annotation, followupAll = #loop_annotation>
#loop_unroll_and_jam = #llvm.loop_unroll_and_jam<disable = false, count = 3 : i32, followupOuter = #loop_annotation, followupInner = #loop_annotation, followupRemainderOuter = #loop_annotation, followupRemainderInner = #loop_annotation, followupAll = #loop_annotation>
#loop_vectorize = #llvm.loop_vectorize<disable = false, predicateEnable = true, scalableEnable = false, width = 8 : i32, followupVectorized = #loop_annotation, followupEpilogue = #loop_annotation, followupAll = #loop_annotation>
#loop_annotation1 = #llvm.loop_annotation<disableNonforced = false, vectorize = #loop_vectorize, interleave = #loop_interleave, unroll = #loop_unroll, unrollAndJam = #loop_unroll_and_jam, licm = #loop_licm, distribute = #loop_distribute, pipeline = #loop_pipeline, peeled = #loop_peeled, unswitch = #loop_unswitch, mustProgress = true, isVectorized = false, parallelAccesses = #access_group, #access_group1>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "agg", members = {<#tbaa_type_desc1, 0>, <#tbaa_type_desc, 8>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc1, offset = 0>
#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc, offset = 8, constant = true>
"builtin.module"() ({
  "t.x"() {a0 = [#alias_scope, #alias_scope1], a1 = [#alias_scope_domain2, #alias_scope_domain3], ag = [#access_group, #access_group1], d = #di_null_type, l = #loop_annotation1, li = #llvm.linkage<internal>, r = #tbaa_root, r2 = #tbaa_root1, t = [#tbaa_tag, #tbaa_tag1]} : () -> ()
}) : () -> ()

