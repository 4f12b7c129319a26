import { Injectable } from '@nestjs/common';
import { Metrics } from '@plaudit/runtime';
import { SmsAnswersService } from './sms-answers.service';
import type { SmsReport } from './sms-report';
import { SmsStatusesService } from './sms-statuses.service';
import { MEANINGS } from './stop-words';

/** Applies what providers of SMS report, and counts the answers of people by what they ask for. */
@Injectable()
export class SmsReportsService {
  private readonly answered;

  constructor(
    private readonly answers: SmsAnswersService,
    private readonly statuses: SmsStatusesService,
    metrics: Metrics,
  ) {
    this.answered = metrics.counter({
      name: 'invite_sms_answers_total',
      help: 'Answers of people to text messages, by what they ask for',
      labelNames: ['meaning'],
    });
    for (const meaning of MEANINGS) this.answered.inc({ meaning }, 0);
  }

  async apply(provider: string, reports: readonly SmsReport[]): Promise<void> {
    for (const report of reports) {
      if (report.kind === 'answer') {
        await this.answers.apply(report);
        this.answered.inc({ meaning: report.meaning });
      } else await this.statuses.apply(provider, report);
    }
  }
}
