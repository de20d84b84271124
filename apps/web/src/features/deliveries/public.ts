export { DeliverVersion } from './DeliverVersion.tsx';
export { DeliverySection } from './DeliverySection.tsx';
export { LinkRequests } from './LinkRequests.tsx';
