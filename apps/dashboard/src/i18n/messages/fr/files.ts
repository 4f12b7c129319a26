import type { MessageFile } from '../../interpolate';

/** Loads the texts of each part in this language. */
export const files = import.meta.glob<MessageFile>('./*.json', { import: 'default' });
