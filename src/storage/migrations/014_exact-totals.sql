-- The total of a session is summed from its cart, exactly; sums that were stored before rounded each price by itself.
alter table session_record drop column total_cents;
