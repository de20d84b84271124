export { EarlierFiles, FileLine } from './EarlierFiles.tsx';
export { ACCEPTED_IMAGES, LogoInput, logoField, ONLY_IMAGES } from './LogoInput.tsx';
export { OpenFile } from './OpenFile.tsx';
