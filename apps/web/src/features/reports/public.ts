export { useToSign } from './use-to-sign.ts';
