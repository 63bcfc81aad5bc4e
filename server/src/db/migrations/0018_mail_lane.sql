-- Codes and links go before notices.
alter table mails add column urgent boolean not null default false;
