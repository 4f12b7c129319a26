import { createContext, use } from 'react';
import type { Widget } from '../data/widgets-data';
import type { Draft } from './draft/use-draft';
import type { ContrastWarning } from './preview/contrast';
import type { BasisRating } from './preview/preview-page';
import type { SettingField } from './settings/fields';

/** What the parts of the builder share. */
export interface Builder {
  widget: Widget;
  draft: Draft;
  fields: readonly SettingField[];
  warnings: readonly ContrastWarning[];
  /** The texts of the element in the language of the preview, by key. */
  strings: Readonly<Record<string, string>>;
  /** What each basis of the rating yields. Empty until the preview is there. */
  ratings: readonly BasisRating[];
  /** False for a user who may only look. */
  canEdit: boolean;
}

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('there is no builder above this component');
  return builder;
}
