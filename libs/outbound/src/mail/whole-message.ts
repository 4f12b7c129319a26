import { Transform, type TransformCallback } from 'node:stream';

/** Passes a mail on as one piece. nodemailer makes it of a dozen, and each would be a write of its own to the mail server. */
export class WholeMessage extends Transform {
  private readonly pieces: Buffer[] = [];

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.pieces.push(piece);
    done();
  }

  override _flush(done: TransformCallback): void {
    done(null, Buffer.concat(this.pieces));
  }
}
