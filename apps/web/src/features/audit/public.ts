export { AccessesButton, AccessesPanel } from './AccessesPanel.tsx';
export { OwnActivity } from './OwnActivity.tsx';
export { ActorMark } from './TrailList.tsx';
