// The dialect `llvm`, which the library has from a schema, too.

use bytespec::mlir::{AttributeId, StringId};
use bytespec::{BytecodeAttribute, BytecodeRecord, Dialect};

/// Debug information and loops.
#[derive(Dialect)]
#[bytecode(name = "lvm2", versions("22", "23", "24"), producer = "MLIR", attributes(LlvmAttribute))]
pub(crate) struct Llvm;

/// Attribute in a list whose elements may be absent.
#[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
#[bytecode(dialect = Llvm)]
pub(crate) struct OptionalAttribute {
    /// The attribute.
    pub(crate) value: Option<AttributeId>,
}

/// Attribute of the dialect llvm.
#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Llvm)]
pub(crate) enum LlvmAttribute {
    /// Basic type.
    #[bytecode(code = 0)]
    DIBasicTypeAttr {
        /// DWARF tag.
        #[bytecode(wire = "varint")]
        tag: u64,
        /// Name of the type.
        name: StringId,
        /// Size in bits.
        #[bytecode(wire = "varint")]
        size_in_bits: u64,
        /// DWARF encoding.
        #[bytecode(wire = "varint")]
        encoding: u64,
    },
    /// Source that was compiled as a whole.
    #[bytecode(code = 1, until = "22")]
    DICompileUnitAttr {
        /// Identity, a DistinctAttr.
        id: AttributeId,
        /// DWARF language.
        #[bytecode(wire = "varint")]
        source_language: u64,
        /// Main file, a DIFileAttr.
        file: AttributeId,
        /// Name of the compiler, a StringAttr.
        producer: Option<AttributeId>,
        /// Whether the code was optimized.
        is_optimized: bool,
        /// How much debug information there is.
        #[bytecode(wire = "varint")]
        emission_kind: u64,
        /// Kind of the name table.
        #[bytecode(wire = "varint")]
        name_table_kind: u64,
    },
    /// Source that was compiled as a whole, as LLVM 23 has it.
    #[bytecode(code = 1, since = "23", until = "23")]
    DICompileUnit23Attr {
        /// Identity of a unit that refers to itself, a DistinctAttr.
        rec_id: Option<AttributeId>,
        /// Whether this only stands for the unit of that identity.
        is_rec_self: bool,
        /// Identity, a DistinctAttr.
        id: Option<AttributeId>,
        /// DWARF language.
        #[bytecode(wire = "varint")]
        source_language: u64,
        /// Main file, a DIFileAttr.
        file: Option<AttributeId>,
        /// Name of the compiler, a StringAttr.
        producer: Option<AttributeId>,
        /// Whether the code was optimized.
        is_optimized: bool,
        /// How much debug information there is.
        #[bytecode(wire = "varint")]
        emission_kind: u64,
        /// Whether there is more of it for profilers.
        debug_info_for_profiling: bool,
        /// Kind of the name table.
        #[bytecode(wire = "varint")]
        name_table_kind: u64,
        /// Name of a file with the debug information, a StringAttr.
        split_debug_filename: Option<AttributeId>,
        /// What is imported.
        #[bytecode(present)]
        imported_entities: Option<Vec<OptionalAttribute>>,
    },
    /// Source that was compiled as a whole, as LLVM 24 has it.
    #[bytecode(code = 1, since = "24")]
    DICompileUnit24Attr {
        /// Identity of a unit that refers to itself, a DistinctAttr.
        rec_id: Option<AttributeId>,
        /// Whether this only stands for the unit of that identity.
        is_rec_self: bool,
        /// Identity, a DistinctAttr.
        id: Option<AttributeId>,
        /// DWARF language, an attribute.
        source_language: Option<AttributeId>,
        /// Main file, a DIFileAttr.
        file: Option<AttributeId>,
        /// Name of the compiler, a StringAttr.
        producer: Option<AttributeId>,
        /// Whether the code was optimized.
        is_optimized: bool,
        /// How much debug information there is.
        #[bytecode(wire = "varint")]
        emission_kind: u64,
        /// Whether there is more of it for profilers.
        debug_info_for_profiling: bool,
        /// Kind of the name table.
        #[bytecode(wire = "varint")]
        name_table_kind: u64,
        /// Name of a file with the debug information, a StringAttr.
        split_debug_filename: Option<AttributeId>,
        /// What is imported.
        #[bytecode(present)]
        imported_entities: Option<Vec<OptionalAttribute>>,
    },
    /// Type made of others.
    #[bytecode(code = 2)]
    DICompositeTypeAttr {
        /// Identity of a type that refers to itself, a DistinctAttr.
        rec_id: Option<AttributeId>,
        /// Whether this only stands for the type of that identity.
        is_rec_self: bool,
        /// DWARF tag.
        #[bytecode(wire = "varint")]
        tag: u64,
        /// Name of the type, a StringAttr.
        name: Option<AttributeId>,
        /// File of the declaration, a DIFileAttr.
        file: Option<AttributeId>,
        /// Line of the declaration.
        #[bytecode(wire = "varint")]
        line: u64,
        /// Enclosing scope.
        scope: Option<AttributeId>,
        /// Type that it is based on.
        base_type: Option<AttributeId>,
        /// Debug information flags.
        #[bytecode(wire = "varint")]
        flags: u64,
        /// Size in bits.
        #[bytecode(wire = "varint")]
        size_in_bits: u64,
        /// Alignment in bits.
        #[bytecode(wire = "varint")]
        align_in_bits: u64,
        /// Where the data is, an expression.
        data_location: Option<AttributeId>,
        /// Rank of an array, an expression.
        rank: Option<AttributeId>,
        /// Whether the data is allocated, an expression.
        allocated: Option<AttributeId>,
        /// Whether a pointer is associated, an expression.
        associated: Option<AttributeId>,
        /// Name that is unique in the program, a StringAttr.
        #[bytecode(since = "23", default = None)]
        identifier: Option<AttributeId>,
        /// What tells variants apart, a DIDerivedTypeAttr.
        #[bytecode(since = "23", default = None)]
        discriminator: Option<AttributeId>,
        /// Parts of the type.
        #[bytecode(present)]
        elements: Option<Vec<OptionalAttribute>>,
    },
    /// Type derived from another.
    #[bytecode(code = 3)]
    DIDerivedTypeAttr {
        /// DWARF tag.
        #[bytecode(wire = "varint")]
        tag: u64,
        /// Name of the type, a StringAttr.
        name: Option<AttributeId>,
        /// File of the declaration, a DIFileAttr.
        #[bytecode(since = "23", default = None)]
        file: Option<AttributeId>,
        /// Line of the declaration.
        #[bytecode(wire = "varint", since = "23", default = 0)]
        line: u64,
        /// Enclosing scope.
        #[bytecode(since = "23", default = None)]
        scope: Option<AttributeId>,
        /// Type that it is derived from.
        base_type: Option<AttributeId>,
        /// Size in bits.
        #[bytecode(wire = "varint")]
        size_in_bits: u64,
        /// Alignment in bits.
        #[bytecode(wire = "varint")]
        align_in_bits: u64,
        /// Offset in bits in what it is a part of.
        #[bytecode(wire = "varint")]
        offset_in_bits: u64,
        /// Address space in DWARF.
        #[bytecode(wire = "flagged<varint>")]
        dwarf_address_space: Option<u64>,
        /// Debug information flags.
        #[bytecode(wire = "varint", since = "23", default = 0)]
        flags: u64,
        /// Further data.
        extra_data: Option<AttributeId>,
    },
    /// Step of an expression.
    #[bytecode(code = 4)]
    DIExpressionElemAttr {
        /// DWARF operation.
        #[bytecode(wire = "varint")]
        opcode: u64,
        /// Numbers that the operation takes.
        #[bytecode(wire = "varint", present)]
        arguments: Option<Vec<u64>>,
    },
    /// Expression that computes a place or value.
    #[bytecode(code = 5)]
    DIExpressionAttr {
        /// Steps, each a DIExpressionElemAttr.
        #[bytecode(present)]
        operations: Option<Vec<OptionalAttribute>>,
    },
    /// Source file.
    #[bytecode(code = 6)]
    DIFileAttr {
        /// Name of the file.
        name: StringId,
        /// Folder of the file.
        directory: StringId,
    },
    /// Global variable.
    #[bytecode(code = 7)]
    DIGlobalVariableAttr {
        /// Enclosing scope.
        scope: Option<AttributeId>,
        /// Name, a StringAttr.
        name: Option<AttributeId>,
        /// Name for the linker, a StringAttr.
        linkage_name: Option<AttributeId>,
        /// File of the declaration, a DIFileAttr.
        file: AttributeId,
        /// Line of the declaration.
        #[bytecode(wire = "varint")]
        line: u64,
        /// Type of the variable.
        r#type: AttributeId,
        /// Whether only the compile unit can see it.
        is_local_to_unit: bool,
        /// Whether it is defined here.
        is_defined: bool,
        /// Alignment in bits.
        #[bytecode(wire = "varint")]
        align_in_bits: u64,
    },
    /// Global variable and how to find it.
    #[bytecode(code = 8)]
    DIGlobalVariableExpressionAttr {
        /// Variable, a DIGlobalVariableAttr.
        var: AttributeId,
        /// Expression, a DIExpressionAttr.
        expr: Option<AttributeId>,
    },
    /// Name that one scope takes from another.
    #[bytecode(code = 9)]
    DIImportedEntityAttr {
        /// DWARF tag.
        #[bytecode(wire = "varint")]
        tag: u64,
        /// Scope that has the name.
        scope: AttributeId,
        /// What the name stands for.
        entity: AttributeId,
        /// File of the import, a DIFileAttr.
        file: Option<AttributeId>,
        /// Line of the import.
        #[bytecode(wire = "varint")]
        line: u64,
        /// Name, a StringAttr.
        name: Option<AttributeId>,
        /// Parts that are imported under other names.
        #[bytecode(present)]
        elements: Option<Vec<OptionalAttribute>>,
    },
    /// Label.
    #[bytecode(code = 10)]
    DILabelAttr {
        /// Enclosing scope.
        scope: AttributeId,
        /// Name, a StringAttr.
        name: Option<AttributeId>,
        /// File of the label, a DIFileAttr.
        file: Option<AttributeId>,
        /// Line of the label.
        #[bytecode(wire = "varint")]
        line: u64,
    },
    /// Block of a function.
    #[bytecode(code = 11)]
    DILexicalBlockAttr {
        /// Enclosing scope.
        scope: AttributeId,
        /// File of the block, a DIFileAttr.
        file: Option<AttributeId>,
        /// Line where the block starts.
        #[bytecode(wire = "varint")]
        line: u64,
        /// Column where the block starts.
        #[bytecode(wire = "varint")]
        column: u64,
    },
    /// Part of a block that is in another file or path.
    #[bytecode(code = 12)]
    DILexicalBlockFileAttr {
        /// Enclosing scope.
        scope: AttributeId,
        /// File, a DIFileAttr.
        file: Option<AttributeId>,
        /// Number that tells paths of one line apart.
        #[bytecode(wire = "varint")]
        discriminator: u64,
    },
    /// Local variable or parameter.
    #[bytecode(code = 13)]
    DILocalVariableAttr {
        /// Enclosing scope.
        scope: AttributeId,
        /// Name, a StringAttr.
        name: Option<AttributeId>,
        /// File of the declaration, a DIFileAttr.
        file: Option<AttributeId>,
        /// Line of the declaration.
        #[bytecode(wire = "varint")]
        line: u64,
        /// Number of the parameter from one, zero for other variables.
        #[bytecode(wire = "varint")]
        arg: u64,
        /// Alignment in bits.
        #[bytecode(wire = "varint")]
        align_in_bits: u64,
        /// Type of the variable.
        r#type: Option<AttributeId>,
        /// Debug information flags.
        #[bytecode(wire = "varint")]
        flags: u64,
    },
    /// Namespace.
    #[bytecode(code = 14)]
    DINamespaceAttr {
        /// Name, a StringAttr.
        name: Option<AttributeId>,
        /// Enclosing scope.
        scope: Option<AttributeId>,
        /// Whether its names are visible in the enclosing scope.
        export_symbols: bool,
    },
    /// Function.
    #[bytecode(code = 15)]
    DISubprogramAttr {
        /// Identity of a function that refers to itself, a DistinctAttr.
        rec_id: Option<AttributeId>,
        /// Whether this only stands for the function of that identity.
        is_rec_self: bool,
        /// Identity, a DistinctAttr.
        id: Option<AttributeId>,
        /// Compile unit, a DICompileUnitAttr.
        compile_unit: Option<AttributeId>,
        /// Enclosing scope.
        scope: Option<AttributeId>,
        /// Name, a StringAttr.
        name: Option<AttributeId>,
        /// Name for the linker, a StringAttr.
        linkage_name: Option<AttributeId>,
        /// File of the declaration, a DIFileAttr.
        file: Option<AttributeId>,
        /// Line of the declaration.
        #[bytecode(wire = "varint")]
        line: u64,
        /// Line where the body starts.
        #[bytecode(wire = "varint")]
        scope_line: u64,
        /// Flags of the function.
        #[bytecode(wire = "varint")]
        subprogram_flags: u64,
        /// Signature, a DISubroutineTypeAttr.
        r#type: Option<AttributeId>,
        /// Variables and labels that are kept.
        #[bytecode(present)]
        retained_nodes: Option<Vec<OptionalAttribute>>,
        /// Annotations.
        #[bytecode(present)]
        annotations: Option<Vec<OptionalAttribute>>,
    },
    /// Range of the indices of an array.
    #[bytecode(code = 16)]
    DISubrangeAttr {
        /// Number of elements.
        count: Option<AttributeId>,
        /// Lowest index.
        lower_bound: Option<AttributeId>,
        /// Highest index.
        upper_bound: Option<AttributeId>,
        /// Distance between elements.
        stride: Option<AttributeId>,
    },
    /// Signature of a function.
    #[bytecode(code = 17)]
    DISubroutineTypeAttr {
        /// DWARF calling convention.
        #[bytecode(wire = "varint")]
        calling_convention: u64,
        /// Types of the result and the parameters.
        #[bytecode(present)]
        types: Option<Vec<OptionalAttribute>>,
    },
    /// Wishes for the optimization of a loop.
    #[bytecode(code = 18)]
    LoopAnnotationAttr {
        /// Identity, a DistinctAttr.
        #[bytecode(since = "24", default = None)]
        id: Option<AttributeId>,
        /// Whether to do only what is forced.
        disable_nonforced: Option<AttributeId>,
        /// Wishes for vectorizing.
        vectorize: Option<AttributeId>,
        /// Wishes for interleaving.
        interleave: Option<AttributeId>,
        /// Wishes for unrolling.
        unroll: Option<AttributeId>,
        /// Wishes for unrolling and jamming.
        unroll_and_jam: Option<AttributeId>,
        /// Wishes for moving invariant code.
        licm: Option<AttributeId>,
        /// Wishes for distributing.
        distribute: Option<AttributeId>,
        /// Wishes for pipelining.
        pipeline: Option<AttributeId>,
        /// Wishes for peeling.
        peeled: Option<AttributeId>,
        /// Wishes for unswitching.
        unswitch: Option<AttributeId>,
        /// Whether the loop must make progress.
        must_progress: Option<AttributeId>,
        /// Whether it has been vectorized.
        is_vectorized: Option<AttributeId>,
        /// Alignment.
        #[bytecode(wire = "varint", since = "24", default = 0)]
        align: u64,
        /// Location where the loop starts.
        start_loc: Option<AttributeId>,
        /// Location where the loop ends.
        end_loc: Option<AttributeId>,
        /// Access groups without dependences between rounds.
        #[bytecode(present)]
        parallel_accesses: Option<Vec<OptionalAttribute>>,
    },
}
