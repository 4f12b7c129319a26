import { Injectable } from '@nestjs/common';
import { PublicNames } from '../embed/public-names';
import { WidgetsEnv } from '../widgets.env';
import type { ImageWidth } from './image-width';
import { ImagesRepository } from './images.repository';

/** Pictures that one answer mentions: their public addresses, and what has to be stored for those to work. */
export interface ImageCollection {
  address(url: string, width: ImageWidth): string;
  save(): Promise<void>;
}

/**
 * Addresses of our own copies. Visitors never reach the platform's servers, which would tell those who they are, and
 * a host page's policy needs one origin only.
 */
@Injectable()
export class PublicImages {
  constructor(
    private readonly images: ImagesRepository,
    private readonly names: PublicNames,
    private readonly env: WidgetsEnv,
  ) {}

  collect(): ImageCollection {
    const found = new Map<string, string>();
    return {
      address: (url, width) => {
        const hash = this.names.image(url);
        found.set(hash, url);
        return `${this.env.PUBLIC_URL}/embed/v1/img/${this.names.imageSignature(hash)}/${hash}?w=${width}`;
      },
      save: () => this.images.save([...found].map(([hash, url]) => ({ hash, url }))),
    };
  }

  /** The original of a signed address; null when we never gave that address out. */
  async originalOf(signature: string, hash: string): Promise<string | null> {
    return this.names.imageSignature(hash) === signature ? this.images.findUrl(hash) : null;
  }
}
