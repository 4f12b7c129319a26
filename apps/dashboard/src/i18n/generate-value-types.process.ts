import { writeFileSync } from 'node:fs';
import { VALUE_TYPES_FILE, valueTypes } from './value-types';

writeFileSync(VALUE_TYPES_FILE, valueTypes());
