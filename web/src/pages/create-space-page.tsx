export function CreateSpacePage() {
  return <h1>create-space</h1>;
}
