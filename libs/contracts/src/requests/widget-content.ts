import { IsId } from '../field-rules';
import type { Tenant } from '../principal';

/** `POST` with a {@link WidgetContentChangedRequest}: what the widgets of a sub account show has changed. */
export const WIDGET_CONTENT_CHANGED_PATH = '/internal/rev';

/** Reviews sends it after its commit and before its response, so that the next embed request shows the change. */
export class WidgetContentChangedRequest implements Tenant {
  @IsId() account_id: number;
  @IsId() sub_account_id: number;
}

export interface WidgetContentChangedResponse {
  /** The sub account's new content revision. */
  rev: number;
}
