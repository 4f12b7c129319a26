import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { WidgetEntity } from '../widgets/widget.entity';

/** How often a widget was shown and used on a UTC day. */
@Entity('widget_days')
@Index('widget_days_day_idx', ['day'])
export class WidgetDayEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'widget_days_pkey' }) widget_id: number;
  @PrimaryColumn('date', { primaryKeyConstraintName: 'widget_days_pkey' }) day: string;

  @ManyToOne(() => WidgetEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'widget_id', foreignKeyConstraintName: 'widget_days_widget_id_fkey' })
  widget?: WidgetEntity;

  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('bigint', { default: 0 }) views: number;
  @Column('bigint', { default: 0 }) interactions: number;
}
