import { placeIn, type SealedColumn, type Secrets } from '@plaudit/runtime';

interface Opened {
  sealed: Buffer;
  secret: string;
}

/**
 * Keeps the secrets that were decrypted last, because to decrypt one takes longer than to sign with it. A secret is used only for the
 * very bytes that it was decrypted from, so a rotation needs no invalidation.
 */
export class OpenedSecretsCache {
  private readonly opened = new Map<string, Opened>();

  constructor(
    private readonly secrets: Pick<Secrets, 'decrypt'>,
    private readonly max = 5_000,
  ) {}

  /** Throws if the value was encrypted with an unknown key or for another place, or was altered. */
  open(sealed: Buffer, column: SealedColumn, webhookId: number): string {
    const place = placeIn(column, webhookId);
    const known = this.opened.get(place);
    if (known?.sealed.equals(sealed)) return known.secret;
    const secret = this.secrets.decrypt(sealed, place);
    // The oldest entry makes room. The copy does not keep the whole result of a claim in memory.
    const [oldest] = this.opened.size >= this.max ? this.opened.keys() : [];
    this.opened.delete(known ? place : (oldest ?? place));
    this.opened.set(place, { sealed: Buffer.from(sealed), secret });
    return secret;
  }
}
