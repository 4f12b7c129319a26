import type { Platform } from '../platform';
import { zillow } from './zillow';
import { realtorCom } from './realtor-com';
import { avvo } from './avvo';
import { justia } from './justia';
import { findLaw } from './findlaw';

export const PROFESSIONALS: readonly Platform[] = [zillow, realtorCom, avvo, justia, findLaw];
