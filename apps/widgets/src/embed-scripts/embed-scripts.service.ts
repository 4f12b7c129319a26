import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EncodedBody } from '@plaudit/runtime';
import { builtElement } from '../styles/built-element';

export interface EmbedScript {
  etag: string;
  /** True if the file name contains the hash, so that the content never changes. */
  pinned: boolean;
  body: EncodedBody;
}

/** Holds the bundled scripts of the element. It reads them once, at start. */
@Injectable()
export class EmbedScriptsService implements OnModuleInit {
  private readonly byName = new Map<string, EmbedScript>();

  onModuleInit(): void {
    for (const [name, content] of builtElement().scripts) {
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
      const shared = { etag: `"${hash}"`, body: new EncodedBody(content) };
      this.byName.set(`${name}.js`, { ...shared, pinned: false });
      this.byName.set(`${name}.${hash}.js`, { ...shared, pinned: true });
    }
  }

  find(file: string): EmbedScript | undefined {
    return this.byName.get(file);
  }
}
