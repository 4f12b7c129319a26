import type { JsonObject } from './settings-merge';
import type { WidgetType } from './widget-types';

/** A widget as it is stored; the names are the columns'. */
export interface Widget {
  id: number;
  account_id: number;
  sub_account_id: number;
  key: string;
  type: WidgetType;
  name: string;
  active: boolean;
  /** Only what differs from the type's defaults. */
  settings: JsonObject;
  settings_version: number;
  /** Grows by one with every change: the event's version and the first half of the public JSON's ETag. */
  rev: number;
  created_on: Date;
  updated_on: Date;
  /** The hour in which the public JSON was last served. */
  last_seen_on: Date | null;
}

/** Whose widgets: every read and write of the API stays inside one sub account. */
export type Owner = Pick<Widget, 'account_id' | 'sub_account_id'>;
