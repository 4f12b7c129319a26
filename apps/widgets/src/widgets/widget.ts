import type { JsonObject } from '../settings/settings-merge';
import type { WidgetType } from '../settings/widget-types';

/** A widget as it is stored. The properties have the names of the columns. */
export interface Widget {
  id: number;
  account_id: number;
  sub_account_id: number;
  key: string;
  type: WidgetType;
  name: string;
  active: boolean;
  /** Only the settings that differ from the defaults of the type. */
  settings: JsonObject;
  settings_version: number;
  /** Every change raises it by one. It is the version of the event and the first part of the ETag. */
  rev: number;
  created_on: Date;
  updated_on: Date;
  /** The hour in which the public JSON was last served. */
  last_seen_on: Date | null;
}

/** The form of the public key that names a widget in URLs and snippets. */
export const WIDGET_KEY = /^w_[0-9A-Za-z]{16}$/;
