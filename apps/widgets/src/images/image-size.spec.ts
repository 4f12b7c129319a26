import { readSettings } from '../settings/change-settings';
import type { JsonObject } from '../settings/settings-merge';
import type { WidgetType } from '../settings/widget-types';
import { type ImageUse, sizeOf } from './image-size';

describe('sizeOf', () => {
  it.each([
    ['grid', {}, 'face', 96],
    ['spotlight', {}, 'face', 96],
    ['avatars', {}, 'face', 96],
    ['avatars', { layout: { face_size: 128 } }, 'face', 256],
    ['grid', {}, 'thumb', 144],
    ['masonry', {}, 'thumb', 800],
    ['media', {}, 'thumb', 800],
    ['media', {}, 'photo', 1200],
  ] as [WidgetType, JsonObject, ImageUse, number][])(
    'gives a %s with %j a %s of %d pixels',
    (type, patch, use, size) => {
      expect(sizeOf(use, type, readSettings(type, patch))).toBe(size);
    },
  );
});
