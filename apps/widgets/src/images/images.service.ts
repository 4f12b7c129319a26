import { Injectable } from '@nestjs/common';
import { PublicIdsService } from '../public-json/public-ids.service';
import { WidgetsEnv } from '../widgets.env';
import type { ImageSize } from './image-size';
import { type ImageOrigin, ImagesRepository } from './images.repository';

/** Collects the images that one response mentions. */
export interface ImageCollection {
  /** Returns the public URL of our copy. The URL works after `save`. */
  publicUrl(url: string, size: ImageSize): string;
  /** Stores the original URLs behind all public URLs that were given out. */
  save(): Promise<void>;
}

/**
 * Gives out signed URLs of our copies of images. A visitor's browser never contacts the platform, which could otherwise
 * track the visitor, and a host page's content security policy needs to allow only one origin.
 */
@Injectable()
export class ImagesService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly ids: PublicIdsService,
    private readonly env: WidgetsEnv,
  ) {}

  /** The URLs of an account are its own, so that its images are requested in its own turns. */
  collect(accountId: number): ImageCollection {
    const found = new Map<string, string>();
    return {
      publicUrl: (url, size) => {
        const hash = this.ids.image(accountId, url);
        found.set(hash, url);
        return `${this.env.PUBLIC_URL}/embed/v1/img/${this.ids.imageSignature(hash)}/${hash}?w=${size}`;
      },
      save: () =>
        this.images.save(
          accountId,
          [...found].map(([hash, url]) => ({ hash, url })),
        ),
    };
  }

  /** Returns where an image is, or null if the signature is wrong or the image is unknown. */
  async findOrigin(signature: string, hash: string): Promise<ImageOrigin | null> {
    return this.ids.imageSignature(hash) === signature ? this.images.find(hash) : null;
  }
}
