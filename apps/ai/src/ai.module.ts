import { Module } from '@nestjs/common';
import { TranslationController } from './translation/translation.controller';

@Module({ controllers: [TranslationController] })
export class AiModule {}
