export { DeliverySection } from './DeliverySection.tsx';
export { LinkRequests } from './LinkRequests.tsx';
