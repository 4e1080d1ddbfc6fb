-- expands
-- Room for the next version of a row in its own page: a session and a seat change some times before they are sold. A version in the same page
-- needs no new entries in the indexes and repeats less in the write-ahead log. For pages that are written from now on.
alter table session_record set (fillfactor = 50);
alter table seat_booking set (fillfactor = 50);
