export { AccessesButton, AccessesPanel } from './AccessesPanel.tsx';
export { ActorMark } from './ActorMark.tsx';
export { OwnActivity } from './OwnActivity.tsx';
