//! The dialect `gauge` in C++, for `mlir-opt --load-dialect-plugin`: the same bytes and the same text as the derived one in
//! `oracles/plugin.rs`. It has three versions: 1.1 adds `volt` and `label`, 2.0 adds `rate`.

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;

namespace gauge {

constexpr const char *units[] = {"meter", "kelvin", "volt"};

struct RangeStorage : AttributeStorage {
  using KeyTy = std::tuple<int64_t, int64_t, uint64_t, Attribute>;

  explicit RangeStorage(const KeyTy &key) : key(key) {}
  bool operator==(const KeyTy &other) const { return key == other; }
  static llvm::hash_code hashKey(const KeyTy &key) { return llvm::hash_value(key); }
  static RangeStorage *construct(AttributeStorageAllocator &allocator, const KeyTy &key) {
    return new (allocator.allocate<RangeStorage>()) RangeStorage(key);
  }

  KeyTy key;
};

class RangeAttr : public Attribute::AttrBase<RangeAttr, Attribute, RangeStorage> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "gauge.range";

  const RangeStorage::KeyTy &key() const { return getImpl()->key; }
};

struct ScaleStorage : AttributeStorage {
  using KeyTy = ArrayRef<uint64_t>;

  explicit ScaleStorage(KeyTy steps) : steps(steps) {}
  bool operator==(const KeyTy &other) const { return steps == other; }
  static ScaleStorage *construct(AttributeStorageAllocator &allocator, const KeyTy &steps) {
    return new (allocator.allocate<ScaleStorage>()) ScaleStorage(allocator.copyInto(steps));
  }

  KeyTy steps;
};

class ScaleAttr : public Attribute::AttrBase<ScaleAttr, Attribute, ScaleStorage> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "gauge.scale";

  ArrayRef<uint64_t> steps() const { return getImpl()->steps; }
};

struct SensorStorage : TypeStorage {
  using KeyTy = std::pair<Type, uint64_t>;

  explicit SensorStorage(const KeyTy &key) : key(key) {}
  bool operator==(const KeyTy &other) const { return key == other; }
  static SensorStorage *construct(TypeStorageAllocator &allocator, const KeyTy &key) {
    return new (allocator.allocate<SensorStorage>()) SensorStorage(key);
  }

  KeyTy key;
};

class SensorType : public Type::TypeBase<SensorType, Type, SensorStorage> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "gauge.sensor";

  const SensorStorage::KeyTy &key() const { return getImpl()->key; }
};

struct Version : DialectVersion {
  Version(uint64_t major, uint64_t minor) : major(major), minor(minor) {}

  bool atLeast(uint64_t otherMajor, uint64_t otherMinor) const {
    return std::make_pair(major, minor) >= std::make_pair(otherMajor, otherMinor);
  }

  uint64_t major;
  uint64_t minor;
};

struct Bytecode : BytecodeDialectInterface {
  explicit Bytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    writer.writeVarInt(2);
    writer.writeVarInt(0);
  }

  std::unique_ptr<DialectVersion> readVersion(DialectBytecodeReader &reader) const override {
    uint64_t major, minor;
    if (failed(reader.readVarInt(major)) || failed(reader.readVarInt(minor)))
      return nullptr;
    return std::make_unique<Version>(major, minor);
  }

  static Version version(DialectBytecodeReader &reader) {
    auto version = reader.getDialectVersion("gauge");
    return failed(version) ? Version(2, 0) : *static_cast<const Version *>(*version);
  }

  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    uint64_t code;
    if (failed(reader.readVarInt(code)))
      return {};
    if (code == 0) {
      int64_t low, high;
      uint64_t unit;
      Attribute label;
      if (failed(reader.readSignedVarInt(low)) || failed(reader.readSignedVarInt(high)) ||
          failed(reader.readVarInt(unit)))
        return {};
      bool later = version(reader).atLeast(1, 1);
      if (unit >= (later ? 3 : 2)) {
        reader.emitError() << "unknown unit " << unit;
        return {};
      }
      if (later && failed(reader.readOptionalAttribute(label)))
        return {};
      return RangeAttr::get(getContext(), low, high, unit, label);
    }
    if (code == 1) {
      SmallVector<uint64_t> steps;
      if (failed(reader.readList(steps, [&](uint64_t &step) { return reader.readVarInt(step); })))
        return {};
      return ScaleAttr::get(getContext(), ArrayRef<uint64_t>(steps));
    }
    reader.emitError() << "unknown attribute " << code;
    return {};
  }

  Type readType(DialectBytecodeReader &reader) const override {
    uint64_t code, rate = 1;
    Type element;
    if (failed(reader.readVarInt(code)) || failed(reader.readType(element)))
      return {};
    if (code != 0) {
      reader.emitError() << "unknown type " << code;
      return {};
    }
    if (version(reader).atLeast(2, 0) && failed(reader.readVarInt(rate)))
      return {};
    return SensorType::get(getContext(), element, rate);
  }

  LogicalResult writeAttribute(Attribute attribute, DialectBytecodeWriter &writer) const override {
    if (auto range = dyn_cast<RangeAttr>(attribute)) {
      auto [low, high, unit, label] = range.key();
      writer.writeVarInt(0);
      writer.writeSignedVarInt(low);
      writer.writeSignedVarInt(high);
      writer.writeVarInt(unit);
      writer.writeOptionalAttribute(label);
      return success();
    }
    writer.writeVarInt(1);
    writer.writeList(cast<ScaleAttr>(attribute).steps(),
                     [&](uint64_t step) { writer.writeVarInt(step); });
    return success();
  }

  LogicalResult writeType(Type type, DialectBytecodeWriter &writer) const override {
    auto [element, rate] = cast<SensorType>(type).key();
    writer.writeVarInt(0);
    writer.writeType(element);
    writer.writeVarInt(rate);
    return success();
  }
};

// With the assembly format `$lhs `,` $rhs (`limit` $limit^)? attr-dict `:` type($lhs)`, as `mlir-tblgen` has it: all types are that of `lhs`.
class AddOp
    : public Op<AddOp, OpTrait::ZeroRegions, OpTrait::OneResult, OpTrait::ZeroSuccessors,
                OpTrait::AtLeastNOperands<2>::Impl> {
public:
  using Op::Op;

  static constexpr StringLiteral getOperationName() { return StringLiteral("gauge.add"); }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  static ParseResult parse(OpAsmParser &parser, OperationState &result) {
    OpAsmParser::UnresolvedOperand lhs, rhs;
    SmallVector<OpAsmParser::UnresolvedOperand> operands;
    Type type;
    if (parser.parseOperand(lhs) || parser.parseComma() || parser.parseOperand(rhs))
      return failure();
    operands.assign({lhs, rhs});
    if (succeeded(parser.parseOptionalKeyword("limit")) &&
        parser.parseOperand(operands.emplace_back()))
      return failure();
    if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type) ||
        parser.resolveOperands(operands, type, result.operands))
      return failure();
    result.addTypes(type);
    return success();
  }

  void print(OpAsmPrinter &printer) {
    printer << ' ' << getOperand(0) << ", " << getOperand(1);
    if (getNumOperands() > 2)
      printer << " limit " << getOperand(2);
    printer.printOptionalAttrDict((*this)->getAttrs());
    printer << " : " << getOperand(0).getType();
  }
};

class Gauge : public Dialect {
public:
  explicit Gauge(MLIRContext *context) : Dialect("gauge", context, TypeID::get<Gauge>()) {
    addAttributes<RangeAttr, ScaleAttr>();
    addTypes<SensorType>();
    addOperations<AddOp>();
    addInterfaces<Bytecode>();
    allowUnknownOperations();
  }

  static constexpr StringLiteral getDialectNamespace() { return StringLiteral("gauge"); }

  void printAttribute(Attribute attribute, DialectAsmPrinter &printer) const override {
    if (auto range = dyn_cast<RangeAttr>(attribute)) {
      auto [low, high, unit, label] = range.key();
      printer << "range<" << low << ", " << high << ", " << units[unit];
      if (label)
        printer << ", " << label;
      printer << ">";
      return;
    }
    printer << "scale<[";
    llvm::interleaveComma(cast<ScaleAttr>(attribute).steps(), printer);
    printer << "]>";
  }

  void printType(Type type, DialectAsmPrinter &printer) const override {
    auto [element, rate] = cast<SensorType>(type).key();
    printer << "sensor<" << element << ", " << rate << ">";
  }

  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    StringRef word;
    if (parser.parseKeyword(&word) || parser.parseLess())
      return {};
    if (word == "range") {
      int64_t low, high;
      StringRef name;
      Attribute label;
      if (parser.parseInteger(low) || parser.parseComma() || parser.parseInteger(high) ||
          parser.parseComma() || parser.parseKeyword(&name))
        return {};
      const auto *unit = llvm::find(units, name);
      if (unit == std::end(units)) {
        parser.emitError(parser.getCurrentLocation(), "unknown unit");
        return {};
      }
      if (succeeded(parser.parseOptionalComma()) && parser.parseAttribute(label))
        return {};
      if (parser.parseGreater())
        return {};
      uint64_t number = unit - std::begin(units);
      return RangeAttr::get(getContext(), low, high, number, label);
    }
    SmallVector<uint64_t> steps;
    auto step = [&] { return parser.parseInteger(steps.emplace_back()); };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, step) || parser.parseGreater())
      return {};
    return ScaleAttr::get(getContext(), ArrayRef<uint64_t>(steps));
  }

  Type parseType(DialectAsmParser &parser) const override {
    Type element;
    uint64_t rate;
    if (parser.parseKeyword("sensor") || parser.parseLess() || parser.parseType(element) ||
        parser.parseComma() || parser.parseInteger(rate) || parser.parseGreater())
      return {};
    return SensorType::get(getContext(), element, rate);
  }
};

} // namespace gauge

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "gauge", "2.0",
          [](DialectRegistry *registry) { registry->insert<gauge::Gauge>(); }};
}
