-- A month of more lines than one file holds is several: the first is that of its row in documents, the
-- others stand here, and all of them are written before that row says so.
create table document_volumes (
  document_id bigint not null references documents(id),
  volume integer not null check (volume > 1),
  public_id uuid not null default gen_random_uuid() unique,
  making uuid not null,                -- whose parts are the file
  sha256 text not null,
  size_bytes integer not null,
  primary key (document_id, volume)
);
