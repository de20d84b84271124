export { useToSign } from './use-reports.ts';
