export function DiscoverPage() {
  return <h1>discover</h1>;
}
