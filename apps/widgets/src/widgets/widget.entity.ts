import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { JsonObject } from '../settings/settings-merge';
import type { Widget } from './widget';
import type { WidgetType } from '../settings/widget-types';

@Entity('widgets')
@Index('widgets_owner_idx', ['account_id', 'sub_account_id', 'id'])
@Index('widgets_key_idx', ['key'], { unique: true })
export class WidgetEntity implements Widget {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') key: string;
  @Column('text') type: WidgetType;
  @Column('text') name: string;
  @Column('boolean') active: boolean;
  @Column('jsonb') settings: JsonObject;
  @Column('integer') settings_version: number;
  @Column('integer', { default: 1 }) rev: number;
  @Column('timestamp with time zone') created_on: Date;
  @Column('timestamp with time zone') updated_on: Date;
  @Column('timestamp with time zone', { nullable: true }) last_seen_on: Date | null;
}
