/** How a field of a message is read: as text, bytes in hex, a number, or a message of its own. */
type FieldType = 'text' | 'hex' | 'number' | 'double' | MessageType;

/** The fields of a message by their numbers. Names that end with `[]` are repeated. */
export interface MessageType {
  readonly [number: number]: readonly [name: string, type: FieldType];
}

/** The wire types of protobuf. */
const VARINT = 0;
const FIXED_64 = 1;
const LENGTH = 2;
const FIXED_32 = 5;

/** Decodes a protobuf message. Skips fields that `type` does not name. Throws if the bytes are no message. */
export function decodeMessage(bytes: Buffer, type: MessageType): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length)
      throw new Error(`A protobuf field ends at ${at + length} of ${bytes.length} bytes`);
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const wire = tag & 7;
    const field = type[tag >> 3];
    if (wire === VARINT) set(message, field, Number(varint()));
    else if (wire === LENGTH) set(message, field, take(Number(varint())));
    else if (wire === FIXED_64) set(message, field, take(8));
    else if (wire === FIXED_32) set(message, field, take(4));
    else throw new Error(`Unknown protobuf wire type ${wire}`);
  }
  return message;
}

function set(
  message: Record<string, unknown>,
  field: MessageType[number] | undefined,
  raw: number | Buffer,
): void {
  if (!field) return;
  const [name, type] = field;
  const value = typeof raw === 'number' ? raw : read(raw, type);
  if (!name.endsWith('[]')) {
    message[name] = value;
    return;
  }
  const list = (message[name.slice(0, -2)] ??= []) as unknown[];
  list.push(value);
}

function read(raw: Buffer, type: FieldType): unknown {
  if (type === 'text') return raw.toString('utf8');
  if (type === 'hex') return raw.toString('hex');
  if (type === 'double') return raw.readDoubleLE();
  return typeof type === 'object' ? decodeMessage(raw, type) : raw;
}
