"""Claims whose truth is known, false ones and true controls, for searches to be measured on."""
