import { IsBoolean, IsInt, IsString } from 'class-validator';
import { defineEvent } from './define-event';

export class WidgetChangedPayload {
  @IsInt() id: number;
  /** The public key in the embed snippet. */
  @IsString() key: string;
  @IsString() type: string;
  @IsString() name: string;
  @IsBoolean() active: boolean;
  @IsBoolean() deleted: boolean;
}

export const widgetChanged = defineEvent({
  name: 'widget.changed',
  version: 1,
  producer: 'widgets',
  payload: WidgetChangedPayload,
  summary: 'A widget was created, changed or deleted. Replicas drop their cached copies.',
  example: {
    id: 9,
    key: 'w_8fJ2kQ0vT3nYb5Lx',
    type: 'list',
    name: 'Home page',
    active: true,
    deleted: false,
  },
});
