"""`make faults`: are faults noticed that somebody might make?"""
