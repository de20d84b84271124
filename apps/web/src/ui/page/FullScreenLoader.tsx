/** The only spinner that fills the screen: while the session loads. index.html begins with the same elements. */
export function FullScreenLoader() {
  return (
    <div className="si-loading" role="status">
      <span className="si-loading-ring" aria-hidden />
      <p className="si-loading-word">Cargando...</p>
    </div>
  );
}
