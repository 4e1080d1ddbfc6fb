-- The sites that may embed an organization's pages: origins such as https://shop.example.com.

alter table organization add column frame_origins jsonb not null default '[]';
