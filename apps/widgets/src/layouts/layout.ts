import type { Language, Strings } from '../i18n/locale';
import type {
  PublicAiSummary,
  PublicDisclosure,
  PublicSummary,
  VisitorSort,
} from '../public-json/public-widget';
import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import type { TreeNode } from './tree';

/** What the layouts are drawn from. */
export interface LayoutInput {
  type: WidgetType;
  settings: Settings;
  language: Language;
  strings: Strings;
  summary: PublicSummary;
  /** The paths of the marks of platforms. Letters stand for the others. */
  icons: Readonly<Record<string, string>>;
  sort: VisitorSort | 'featured';
  disclosure: PublicDisclosure | null;
  branding: string | null;
  aiSummary: PublicAiSummary | null;
  pageUrl: string;
  /** The page of the company on the platform with the most reviews, or null. */
  sourceUrl: string | null;
}

/**
 * Returns what stands in the widget besides its reviews. The element fills in the reviews and adds the behaviour: it looks for
 * the class names that a layout's file names.
 */
export type Layout = (input: LayoutInput) => TreeNode[];
