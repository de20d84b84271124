export { EarlierFiles } from './EarlierFiles.tsx';
export { FileLine } from './FileLine.tsx';
export {
  ACCEPTED_IMAGES,
  LogoInput,
  type LogoValue,
  logoField,
  ONLY_IMAGES,
} from './LogoInput.tsx';
