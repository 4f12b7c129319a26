import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressWithGzip = promisify(gzip);
const compressWithBrotli = promisify(brotliCompress);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Below this, compression costs more than it saves. */
const WORTHWHILE_BYTES = 1024;
/** Half of brotli's effort: within 3 % of its best on these bodies at a tenth of the time. */
const BROTLI_QUALITY = 5;

/** A body that is sent many times: each encoding is made once, when it is first asked for. */
export class EncodedBody {
  private readonly made = new Map<Encoding, Promise<Buffer>>();
  private readonly plain: Buffer;

  constructor(text: string | Buffer) {
    this.plain = Buffer.isBuffer(text) ? text : Buffer.from(text);
  }

  get bytes(): number {
    return this.plain.length;
  }

  /** What this body is sent as to a client with this Accept-Encoding. */
  encodingFor(acceptEncoding: string | undefined): Encoding {
    if (this.plain.length < WORTHWHILE_BYTES) return 'identity';
    const accepted = acceptedEncodings(acceptEncoding);
    if (accepted.has('br')) return 'br';
    return accepted.has('gzip') ? 'gzip' : 'identity';
  }

  async in(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.plain;
    const known = this.made.get(encoding);
    if (known) return known;
    const making = encoding === 'br' ? this.brotli() : compressWithGzip(this.plain);
    this.made.set(encoding, making);
    return making;
  }

  private async brotli(): Promise<Buffer> {
    return compressWithBrotli(this.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  }
}

function acceptedEncodings(header: string | undefined): Set<string> {
  const entries = (header ?? '').toLowerCase().split(',');
  const accepted = entries.filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry));
  return new Set(accepted.map((entry) => entry.split(';')[0]?.trim() ?? ''));
}
