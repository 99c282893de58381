//! What the tools do not read even when the reference wrote it.

use super::compare::Exception;

/// Every one of them is needed, which the tests that use them check.
pub(super) const EXCEPTIONS: [Exception; 22] = [
    Exception {
        tools: &[16, 19, 22],
        cases: &["small/22"],
        complaint: "expected alignment to be a power-of-two",
        reason: "a blob without bytes: the reference writes the alignment 0, which it does not read",
    },
    Exception {
        tools: &[16, 19, 22],
        cases: &["small/27"],
        complaint: "attempting to parse a byte at the end of the bytecode",
        reason: "resources of a tool without data: the reference writes them and does not read them",
    },
    Exception {
        tools: &[16, 19],
        cases: &["small/02", "small/03"],
        complaint: "expected non-function type",
        reason: "types of numbers that the older release does not have",
    },
    Exception {
        tools: &[16, 19],
        cases: &["small/04", "real/mlir-opt-22/builtin_zoo"],
        complaint: "attribute code: 22",
        reason: "ranges of files, which the older release does not have",
    },
    Exception {
        tools: &[16],
        cases: &["small/11"],
        complaint: "attribute code: 21",
        reason: "distinct attributes, which the older release does not have",
    },
    Exception {
        tools: &[16, 19],
        cases: &["small/12"],
        complaint: "dialect 'llvm' does not implement the bytecode interface",
        reason: "debug information of the dialect llvm, for which the older release has no encoding",
    },
    Exception {
        tools: &[16],
        cases: &["small/17"],
        complaint: "dialect 'test' does not implement the bytecode interface",
        reason: "a dialect that the older release does not have",
    },
    Exception {
        tools: &[19],
        cases: &["small/13"],
        complaint: "unknown attribute code: 6",
        reason: "a quantized type that the older release does not have",
    },
    Exception {
        tools: &[16],
        cases: &["small/13"],
        complaint: "attempting to parse a byte at the end of the bytecode",
        reason: "quantized types, which the older release encodes in another way",
    },
    Exception {
        tools: &[16],
        cases: &["small/26"],
        complaint: "PLEASE submit a bug report",
        reason: "scalable vectors, which the older release encodes in another way",
    },
    Exception {
        tools: &[19, 22],
        cases: &["small/26_scalable_vectors/26_scalable_vectors.llvm16"],
        complaint: "attempting to parse a byte at the end of the bytecode",
        reason: "scalable vectors of LLVM 16, which later releases encode in another way",
    },
    Exception {
        tools: &[16],
        cases: &["real/mlir-opt-19/builtin_zoo"],
        complaint: "attempting to parse 8 bytes when only 5 remain",
        reason: "scalable vectors, which the older release encodes in another way",
    },
    Exception {
        tools: &[16],
        cases: &["small/", "real/"],
        complaint: "unknown attribute `overflow` in dialect `arith`",
        reason: "flags of arithmetic that the older release does not have",
    },
    Exception {
        tools: &[16],
        cases: &["small/25", "real/mlir-opt-19", "real/mlir-opt-22"],
        complaint: "requires dense i32 array attribute 'operand_segment_sizes'",
        reason: "sizes of segments, which have another name in the older release",
    },
    Exception {
        tools: &[16],
        cases: &["real/mlir-opt-19/linalg_llvm"],
        complaint: "unknown attribute `tailcallkind` in dialect `llvm`",
        reason: "attributes of the dialect llvm that the older release does not have",
    },
    Exception {
        tools: &[19, 22],
        cases: &["small/08"],
        complaint: "'vector.shuffle' op requires attribute 'mask'",
        reason: "an operation whose attributes the two releases define in different ways",
    },
    Exception {
        tools: &[19, 22],
        cases: &["real/mlir-opt-16/linalg_affine", "real/mlir-opt-16/linalg_vec"],
        complaint: "'affine.for' op requires attribute 'lowerBoundMap'",
        reason: "loops of LLVM 16, which later releases define in another way",
    },
    Exception {
        tools: &[19, 22],
        cases: &["real/mlir-opt-16/linalg_llvm"],
        complaint: "expected integer value",
        reason: "pointers of LLVM 16, which name what they point to",
    },
    Exception {
        tools: &[19],
        cases: &["real/mlir-opt-16/linalg_omp"],
        complaint: "'omp.wsloop' op operand count (6) does not match",
        reason: "loops of LLVM 16, which later releases define in another way",
    },
    Exception {
        tools: &[22],
        cases: &["real/mlir-opt-16/linalg_omp"],
        complaint: "PLEASE submit a bug report",
        reason: "loops of LLVM 16, on which a later release crashes",
    },
    Exception {
        tools: &[22],
        cases: &["real/mlir-opt-19/linalg_llvm"],
        complaint: "'llvm.call' op operand count (2) does not match",
        reason: "calls of LLVM 19, which later releases define in another way",
    },
    Exception {
        tools: &[19, 22],
        cases: &["real/mlir-opt-19/linalg_omp", "real/mlir-opt-22/linalg_omp"],
        complaint: "'omp.wsloop' op ",
        reason: "an operation that the two releases define in different ways",
    },
];

/// What the tools of releases do not read of their own, each needed where its tool is there.
pub(super) const OF_RELEASES: [Exception; 2] = [
    Exception {
        tools: &[21],
        cases: &["releases/08_properties_upstream"],
        complaint: "expected mlir::LLVM::FastmathFlagsAttr",
        reason: "21 reads flags of `arith` as those of `llvm`, and refuses the file that it wrote",
    },
    Exception {
        tools: &[21],
        cases: &["releases/r04_vector_linalg"],
        complaint: "'iterator_types' failed to satisfy constraint",
        reason: "21 reads kinds of iterators as those of `linalg`, and refuses the file that it wrote",
    },
];
