import { defineElement } from './rv-widget';

defineElement(import.meta.url);
