import { AdminMailsRepository } from './admin-mails.repository';
import { AdminMailsService } from './admin-mails.service';
import { ComposedMailsService } from './composed-mails.service';
import { DueMailsService } from './due-mails.service';
import { UserMailClient } from './user-mail.client';

/** The providers of mails to users. */
export const USER_MAILS_PROVIDERS = [
  UserMailClient,
  AdminMailsRepository,
  AdminMailsService,
  DueMailsService,
  ComposedMailsService,
];
